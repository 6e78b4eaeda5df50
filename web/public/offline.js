const TRY_AGAIN = 3000;

async function look() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // not yet
  }
}

setInterval(look, TRY_AGAIN);
addEventListener("online", look);
