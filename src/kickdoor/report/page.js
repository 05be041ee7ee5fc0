// Sorts a table by the column whose title is pressed, and hides the rows that do not hold what is searched for.
for (const table of document.querySelectorAll("table.sorted")) {
  const body = table.tBodies[0];
  table.tHead.querySelectorAll("button").forEach((button, column) => button.addEventListener("click", () => {
    const title = button.closest("th");
    const up = title.getAttribute("aria-sort") === "descending";
    table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
    title.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
    const rows = [...body.rows].map((row) => [key(row), row]);
    const words = rows.some(([value]) => value !== "" && isNaN(value));
    rows.sort(([a], [b]) => a === "" || b === "" ? (a === "") - (b === "")
      : (up ? 1 : -1) * (words ? -a.localeCompare(b) : a - b));
    body.append(...rows.map(([, row]) => row));
  }));
}
for (const input of document.querySelectorAll("input[type=search]")) {
  const rows = document.getElementById(input.dataset.table).tBodies[0].rows;
  input.addEventListener("input", () => {
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(input.value.toLowerCase());
  });
}
