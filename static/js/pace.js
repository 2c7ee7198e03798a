// The draw goes on by itself: presses "Show the next one" again and again, at the pace chosen.
const pace = document.getElementById("pace");
let timer = 0;

function wind() {
  clearTimeout(timer);
  const seconds = Number(pace.value);
  if (seconds) timer = setTimeout(() => pace.form.requestSubmit(), seconds * 1000);
}

if (pace) {
  pace.addEventListener("change", wind);
  // Whoever presses a button is quicker; its page winds the clock up again.
  pace.form.addEventListener("submit", () => clearTimeout(timer));
  wind();
}
