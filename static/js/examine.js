// Writes a tapped card into its text at once; without this script the server does the same.
const pad = document.getElementById("pad");
const size = Number(pad.dataset.line);

const withCard = (text, card, line) => {
  const kept = text.trimEnd();
  const last = kept.split("\n").at(-1).replace(/^\s*\d{1,2}\s*[.)]\s+/, "");
  const full = line && last.split(/[\s,;|]+/).filter(Boolean).length >= line;
  return full ? `${kept}\n${card}` : `${kept} ${card}`.trimStart();
};

pad.addEventListener("click", (event) => {
  const key = event.target.closest("button[name=tap]");
  if (!key) return;
  const { form } = key;
  const text = form.elements[form.elements.into.value];
  if (!text) return;
  event.preventDefault();
  text.value = key.value === "back"
    ? text.value.trimEnd().replace(/\S+$/, "").trimEnd()
    : withCard(text.value, key.value, text.name === "tricks" && size);
  text.closest("details")?.setAttribute("open", "");
  text.scrollTop = text.scrollHeight;
});
