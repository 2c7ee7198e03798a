// Writes what is left for the last side as soon as a key is chosen; the server says the same.
document.body.addEventListener("change", ({ target }) => {
  const rest = document.getElementById("rest");
  if (!rest || target.type !== "radio" || !target.name.startsWith("tricks_")) return;
  const chosen = target.form.querySelectorAll("input[name^=tricks_]:checked");
  const left = [...chosen].reduce((sum, key) => sum - Number(key.value), Number(rest.dataset.size));
  document.getElementById("rest-number").textContent = left;
});
