import { mount } from "svelte";
import "./look/look.css";
import "./app.css";
import App from "./App.svelte";
import { loadCatalogue } from "./state/catalogue.svelte";
import { lookMeUp, me } from "./state/me.svelte";
import { firstLanguage, showTheme } from "./state/settings.svelte";
import { speak } from "./words/words.svelte";

showTheme();
const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");
const listed = loadCatalogue();
await Promise.allSettled([speak(firstLanguage()), listed]);
mount(App, { target });
if (me.name) void lookMeUp();
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
