"""The rows of the grid, with a server that only estimates positions at first."""

from .case import StudioCase

# Row n has the key n + 1. The server estimates a position 42 rows too early. It knows the exact
# position when the page asks for the rows before the first ones that it has.
SCRIPT = """
    const done = arguments[0];
    const range = (from, to) => Array.from({ length: Math.max(0, to - from) },
      (_, index) => ({ key: [from + index + 1], values: [from + index + 1] }));
    const waits = [];
    const api = { post: async (_, request) => {
      if (request.at !== undefined) {
        const from = request.at - 42;
        return { rows: range(from, from + 200), hasBefore: true, hasAfter: true,
          position: { value: request.at, isExact: false } };
      }
      if (request.before) {
        await new Promise((resolve) => waits.push(resolve));
        const end = request.before[0] - 1;
        return { rows: range(end - 200, end), hasBefore: true, hasAfter: true,
          position: { value: end - 200, isExact: true } };
      }
      return { rows: range(0, 200), hasBefore: false, hasAfter: true,
        count: { value: 1000, isExact: false } };
    } };
    const windows = [];
    const live = { watch: (id, { rows }, receive) => windows.push({ rows, receive }),
      unwatch: () => {} };
    const until = async (condition) => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    (async () => {
      const { constructor: RowsSource } = document.querySelector("studio-browse").source;
      const source = new RowsSource(api, live, { schema: 1, order: [], filter: null,
        table: { name: "t", key: ["id"], ties: ["id"] }, columns: [{ name: "id", position: 0 }] });
      const changes = [];
      source.addEventListener("live", (event) => changes.push(event.detail));
      await source.load();
      source.need(600, 620);
      await until(() => source.row(600));
      source.need(600, 620);
      await until(() => { source.watchVisible(); return waits.length && windows.length; });
      const { rows, receive } = windows.at(-1);
      const isEarly = IS_EARLY;
      const deliver = () => receive({ state: "live", page: { hasAfter: true },
        rows: range(rows.after[0], rows.after[0] + rows.limit) });
      if (isEarly) deliver();
      let isShifted = false;
      source.addEventListener("shift", () => { isShifted = true; });
      waits.shift()();
      await until(() => isShifted);
      if (!isEarly) deliver();
      const wrong = [];
      for (let index = 0; index < 1000; index += 1) {
        const row = source.row(index);
        if (row && row.key[0] !== index + 1) wrong.push([index, row.key[0]]);
      }
      done({ wrong: wrong.slice(0, 3), changes, views: windows.map((one) => one.rows),
        hasRow: source.row(560) !== undefined });
    })().catch((error) => done({ error: String(error) }));
    """


class RowsSourceTests(StudioCase):
    def outcome(self, is_early):
        self.page.browse("city")
        outcome = self.page.driver.execute_async_script(
            SCRIPT.replace("IS_EARLY", "true" if is_early else "false"))
        self.assertNotIn("error", outcome)
        return outcome

    def test_a_window_keeps_its_rows_when_their_exact_position_becomes_known(self):
        for is_early in (True, False):
            outcome = self.outcome(is_early)
            self.assertTrue(outcome["hasRow"])
            self.assertEqual(outcome["wrong"], [], f"early: {is_early}")
            self.assertEqual(outcome["changes"], [], f"early: {is_early}")

    def test_a_window_begins_after_a_row_that_the_page_has(self):
        views = self.outcome(True)["views"]
        self.assertEqual([view for view in views if "at" in view], [])
