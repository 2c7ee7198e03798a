// Fetches the live part of a match page again when its match has changed.
const part = () => document.getElementById("match");

function look() {
  const { part: path, version } = part().dataset;
  htmx.ajax("get", `${path}?v=${version}`, { target: "#match", swap: "outerHTML" });
}

document.body.addEventListener("live:ping", ({ detail }) => {
  if (detail.name === "match" && String(detail.match) === part().dataset.match) look();
});
document.body.addEventListener("live:resync", look);
