// Without a line to the server nothing can be played; this page says so and comes back by itself.
const CACHE = "sixfold-offline-1";
const PAGE = "/offline.html";
const FILES = [PAGE, "/offline.js", "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const clean = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

// "Your turn": back to the page that said so.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const found = self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
    const page = pages.find((each) => each.url === notification.data);
    return page ? page.focus() : self.clients.openWindow(notification.data);
  });
  event.waitUntil(found);
});

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate")
    event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
  else if (FILES.includes(pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
