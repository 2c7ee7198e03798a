// Counts down beside every time by which somebody has to be at a table. Without it the time stands.
// When the time is nearly up, and when it is up, the page is asked to look again.
const MINUTE = 60_000;

function show(time) {
  const { due, left, over } = time.dataset;
  const minutes = Math.ceil((Date.parse(time.dateTime) - Date.now()) / MINUTE);
  const words = minutes > 0 ? left.replace("{n}", minutes) : over;
  const stage = minutes > 2 ? "" : minutes > 0 ? "near" : "late";
  const moved = (time.dataset.stage ?? stage) !== stage;
  time.dataset.stage = stage;
  time.classList.toggle("due-near", stage !== "");
  if (time.textContent !== `${due}, ${words}`) time.textContent = `${due}, ${words}`;
  return moved;
}

function tick() {
  const moved = [...document.querySelectorAll("time[data-due]")].map(show);
  if (moved.some(Boolean)) document.body.dispatchEvent(new CustomEvent("live:resync"));
}

tick();
setInterval(tick, 5000);
document.body.addEventListener("htmx:afterSwap", tick);
