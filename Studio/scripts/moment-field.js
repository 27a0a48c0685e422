// A calendar beside a field for a date or a time.

import { h } from "./dom.js";
import { plain } from "./text.js";
import { momentText, numberOfMoment } from "./dates.js";
import { momentKind } from "./declarations.js";

/** A calendar that writes to `field` in the form of the value. Null for other columns. */
export function momentField(column, value, field) {
  const kind = momentKind(column, value);
  if (!kind) return null;
  const text = column.epoch ? momentText(column.epoch, value) : value;
  const calendar = h("input", { class: "field", type: kind, step: kind === "date" ? null : 1,
    "aria-label": `Calendar for ${plain(column.name)}`,
    value: text?.slice(0, kind === "date" ? 10 : 19).replace(" ", "T") ?? null });
  calendar.addEventListener("change", () => {
    if (calendar.value === "") return;
    const time = calendar.value.length === 16 ? `${calendar.value}:00` : calendar.value;
    field.value = column.epoch ? numberOfMoment(column.epoch, time) : inFormOf(value, time);
    field.dispatchEvent(new Event("input"));
  });
  return calendar;
}

/** The separator and the zone are those of the value before. */
function inFormOf(value, time) {
  if (value === null) return time.replace("T", " ");
  return (value[10] === "T" ? time : time.replace("T", " "))
    + (value.match(/(Z|[+-]\d\d:?\d\d)$/)?.[0] ?? "");
}
