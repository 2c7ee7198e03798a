// Counts down beside every time by which somebody has to be at a table. Without it the time stands.
const MINUTE = 60_000;

function show(time) {
  const { due, left, over } = time.dataset;
  const minutes = Math.ceil((Date.parse(time.dateTime) - Date.now()) / MINUTE);
  const words = minutes > 0 ? left.replace("{n}", minutes) : over;
  time.classList.toggle("due-near", minutes <= 2);
  if (time.textContent !== `${due}, ${words}`) time.textContent = `${due}, ${words}`;
}

const tick = () => document.querySelectorAll("time[data-due]").forEach(show);

tick();
setInterval(tick, 5000);
document.body.addEventListener("htmx:afterSwap", tick);
