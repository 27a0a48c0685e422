"""What a user does with Catalogue. Each step checks the widgets, the file and the picture."""

import os
import sqlite3
import subprocess
import time

from .accessibility import CONTROLS
from .application import PATIENCE
from .case import BOOKS, CatalogueCase, Shared
from .desktop import Screen

STATEGRAPH = os.environ.get("STATEGRAPH_COMMAND", "stategraph")


class ShelfTests(CatalogueCase):
    def test_search(self):
        self.app.focus()
        self.app.key("ctrl+f")
        self.app.type("garden lisb")
        count = self.app.value(
            "SELECT count(*) FROM books_search WHERE books_search MATCH '\"garden\"* \"lisb\"*'")
        self.assertGreater(count, 0)
        self.app.wait_label(f"{count} books")
        titles = [label for label in self.app.labels() if "Garden" in label]
        self.assertTrue(titles)
        self.assertTrue(all("Lisbon" in title for title in titles), titles)
        self.assertIn("garden lisb", self.app.value(
            "SELECT state FROM stategraph_sessions WHERE name = 'main window'"))
        self.check_picture()
        self.app.key("Escape")
        self.app.wait_label(f"{BOOKS} books")

    def test_sort(self):
        first = "SELECT title FROM books ORDER BY title {0}, id {0} LIMIT 1"
        self.app.wait_for("label", self.app.value(first.format("ASC")))
        self.app.click(self.app.wait_for("label", "Title"))
        self.app.wait_for("label", self.app.value(first.format("DESC")))
        self.check_picture()

    def test_open(self):
        title = self.app.value("SELECT title FROM books ORDER BY title, id LIMIT 1 OFFSET 3")
        self.app.click(self.app.wait_for("label", title))
        self.app.wait_for("button", "Edit…")
        book = self.app.value("SELECT min(id) FROM books WHERE title = ?", title)
        self.app.wait_value(book, "SELECT state ->> 'selected' FROM stategraph_sessions"
                                  " WHERE name = 'main window'")
        self.check_picture()

    def test_links_of_a_second_process(self):
        self.open_link("catalogue://books/77")
        title, author = self.app.rows("SELECT title, name || ', ' || year FROM books JOIN authors"
                                      " ON authors.id = author_id WHERE books.id = 77")[0]
        self.app.wait_for("label", author)
        self.app.wait_for("label", title)
        self.check_picture()
        self.open_link("catalogue://statistics")
        self.app.wait_for("label", "Books by Year")
        self.check_picture()
        self.open_link("catalogue://nowhere")
        self.app.wait_label("There is no such place")

    def test_statistics_follow_the_file(self):
        self.open_link("catalogue://statistics")
        self.app.wait_for("image", "Books for each year")
        self.app.wait_label(f"{BOOKS} books, most of them from")
        self.check_picture()
        self.write("UPDATE books SET year = 1850 WHERE id <= 20000")
        self.app.wait_label("most of them from 1850")
        self.check_picture()

    def test_appearance(self):
        self.app.focus()
        for _ in range(2):
            node = self.app.wait_for("combo box", "Appearance")
            self.app.click(node)
            self.app.key("Down", "Return")
            self.check_picture()
        self.app.wait_value("dark", "SELECT state ->> 'appearance' FROM stategraph_sessions"
                                    " WHERE name = 'main window'")

    def test_rows_of_an_import_of_another_process(self):
        # No book has this word. The new rows are then the only ones, and visible.
        self.app.fill("Search Titles", "xyzzy", role="search box")
        self.app.wait_for("label", "No Books Found")
        self.check_picture()
        source = self.folder / "books.csv"
        source.write_text("id,title,author_id,year\n" + "".join(
            f"{BOOKS + number},Xyzzy {number:05},1,2001\n" for number in range(1, 3_001)))
        subprocess.run([STATEGRAPH, "import", str(self.app.file), str(source)], check=True,
                       stdout=subprocess.DEVNULL)
        self.app.wait_for("label", "3000 books")
        self.app.wait_for("label", "Xyzzy 00001")
        self.check_picture()


class BookTests(CatalogueCase):
    BOOK = 42

    def setUp(self):
        super().setUp()
        self.open_book(self.BOOK)
        self.check_picture()
        self.title = self.stored("title")

    def stored(self, column):
        return self.app.value(f"SELECT {column} FROM books WHERE id = ?", self.BOOK)

    def edit(self, title):
        self.app.press("Edit…")
        self.app.fill("Title", title)
        self.check_picture()
        self.app.press("Save")

    def test_edit_undo_and_redo_over_a_restart(self):
        self.edit("Emma")
        self.app.wait_value("Emma", "SELECT title FROM books WHERE id = 42")
        self.app.wait_for("label", "Emma")
        self.check_picture()
        self.app.press("Undo Edit Book")
        self.app.wait_value(self.title, "SELECT title FROM books WHERE id = 42")
        self.app.wait_gone("label", "Emma")
        self.check_picture()
        self.app.restart()
        self.app.press("Redo Edit Book")
        self.app.wait_value("Emma", "SELECT title FROM books WHERE id = 42")
        self.app.wait_for("label", "Emma")
        self.check_picture()

    def test_an_undo_after_a_change_elsewhere_is_refused(self):
        self.edit("Emma")
        self.app.wait_value("Emma", "SELECT title FROM books WHERE id = 42")
        self.write("UPDATE books SET title = 'Persuasion' WHERE id = 42")
        self.app.wait_for("label", "Persuasion")
        self.app.press("Undo Edit Book")
        self.app.wait_label("changed elsewhere")
        self.assertEqual(self.stored("title"), "Persuasion")
        self.check_picture()

    def test_refused_values_stay_in_the_form(self):
        self.edit(" ")
        self.app.wait_for("label", "A book needs a title.")
        field = self.app.find("text box", "Title")
        self.assertEqual(field.text, " ")
        self.assertEqual(field.description, "A book needs a title.")
        self.assertEqual(self.stored("title"), self.title)
        self.check_picture()
        # The form does not know this rule. The file refuses the row.
        self.app.fill("Title", "Emma")
        self.app.fill("Year", "9999")
        self.app.press("Save")
        self.app.wait_label("year BETWEEN")
        self.assertEqual(self.app.find("text box", "Year").text, "9999")
        self.assertEqual(self.stored("title"), self.title)
        self.check_picture()

    def test_tag_and_undo(self):
        count = "SELECT count(*) FROM book_tags WHERE book_id = 42"
        before = self.app.value(count)
        self.app.fill("New Tag", "rare")
        self.app.press("Add Tag")
        self.app.wait_for("label", "rare")
        self.app.wait_value(before + 1, count)
        self.check_picture()
        self.app.press("Remove rare")
        self.app.wait_gone("label", "rare")
        self.app.wait_value(before, count)
        self.app.press("Undo Remove Tag")
        self.app.wait_for("label", "rare")
        self.check_picture()

    def tags(self):
        return [name for name, in self.app.rows(
            "SELECT name FROM book_tags JOIN tags ON tags.id = tag_id WHERE book_id = 42"
            " ORDER BY position, tag_id")]

    def test_reorder(self):
        self.app.fill("New Tag", "zzz last")
        self.app.press("Add Tag")
        self.app.wait_for("label", "zzz last")
        before = self.tags()
        self.assertEqual(before[-1], "zzz last")
        self.app.focus()
        self.app.click(self.app.wait_for("label", "zzz last"))
        self.app.key("alt+Up")
        wanted = before[:-2] + [before[-1], before[-2]]
        self.app.wait(lambda: self.tags() == wanted, f"the tags {wanted} in the file")
        self.check_picture()
        shown = [label for label in self.app.labels() if label in wanted]
        self.assertEqual(shown[-len(wanted):], wanted)

    def test_a_half_typed_form_survives_a_kill(self):
        self.app.press("Edit…")
        self.app.wait_for("text box", "Title")
        self.app.fill("Title", "Sense and Sensi")
        self.app.wait_value("Sense and Sensi", "SELECT state ->> '$.draft.title'"
                            " FROM stategraph_sessions WHERE name = 'main window'")
        self.app.restart()
        self.app.wait(lambda: (field := self.app.find("text box", "Title"))
                      and field.text == "Sense and Sensi", "the half-typed title")
        self.app.wait_for("button", "Save")
        self.assertEqual(self.stored("title"), self.title)
        self.check_picture()
        self.app.press("Save")
        self.app.wait_value("Sense and Sensi", "SELECT title FROM books WHERE id = 42")

    def test_a_half_typed_form_survives_the_loss_of_the_display(self):
        self.app.kill()
        screen = Screen()
        self.app.screen = screen
        self.app.run_again()
        self.app.press("Edit…")
        self.app.fill("Title", "Northanger Ab")
        self.app.wait_value("Northanger Ab", "SELECT state ->> '$.draft.title'"
                            " FROM stategraph_sessions WHERE name = 'main window'")
        screen.close()
        self.assertEqual(self.app.process.wait(timeout=PATIENCE), 69)
        self.assertIn("The display has gone away", self.app.printed())
        self.app.screen = Shared.screen
        self.app.run_again()
        self.app.wait(lambda: (field := self.app.find("text box", "Title"))
                      and field.text == "Northanger Ab", "the half-typed title")
        self.assertEqual(self.stored("title"), self.title)
        self.check_picture()

    def test_a_save_is_refused_while_another_program_writes(self):
        self.app.press("Edit…")
        self.app.fill("Title", "Emma")
        other = sqlite3.connect(self.app.file, isolation_level=None, timeout=20)
        other.execute("BEGIN IMMEDIATE")
        self.app.press("Save")
        self.app.wait_label("Another connection holds the lock")
        self.assertEqual(self.app.find("text box", "Title").text, "Emma")
        self.check_picture()
        other.execute("ROLLBACK")
        other.close()
        self.assertEqual(self.stored("title"), self.title)
        self.app.press("Save")
        self.app.wait_value("Emma", "SELECT title FROM books WHERE id = 42")
        self.app.wait(lambda: not any("holds the lock" in label for label in self.app.labels()),
                      "no reason any more")

    def test_every_control_has_a_name(self):
        nameless = []

        def look():
            for node in self.app.reader.nodes():
                # GTK gives a control without a name that of its type. A combo box with a name has
                # an inner button without one.
                if (node.role in CONTROLS and node.name != "GtkToggleButton"
                        and (not node.name or node.name.startswith("Gtk"))):
                    nameless.append((node.role, node.name, node.frame))
        look()
        self.app.press("Edit…")
        self.app.wait_for("button", "Save")
        look()
        self.app.press("Cancel")
        self.app.press("Import…")
        self.app.wait_for("text box", "Path of the File")
        look()
        self.assertEqual(nameless, [])

    def test_the_keyboard_alone(self):
        self.app.focus()
        self.app.key("ctrl+f")
        self.app.type(self.title)
        self.app.key("ctrl+e")
        self.app.wait_for("button", "Save")
        self.app.focus("Edit Book")
        field = self.app.wait_for("text box", "Title")
        self.app.type("Emma")
        self.app.wait(lambda: "Emma" in field.text, "the typed title")
        self.app.key("ctrl+s")
        self.app.wait(lambda: "Emma" in self.stored("title"), "the new title in the file")
        self.app.focus()
        self.check_picture()


class ImportTests(CatalogueCase):
    # A debug build imports some 20,000 books in a second.
    LONG = 200_000

    def begin(self, count, bad=()):
        source = self.folder / "new.csv"
        with source.open("w", encoding="utf-8") as file:
            file.write("id,title,author_id,year\n")
            for number in range(1, count + 1):
                year = "never" if number in bad else "2002"
                file.write(f"{BOOKS + number},Imported {number},{1 + number % 900},{year}\n")
        self.app.press("Import…")
        self.app.fill("Path of the File", str(source))
        self.check_picture()
        self.app.press("Import")

    def imported(self):
        return self.app.value("SELECT count(*) FROM books WHERE id > ?", BOOKS)

    def test_an_import_with_rejects(self):
        self.begin(5_000, bad=(17, 1_234))
        self.app.wait_for("label", "4998 books added, 0 changed.")
        self.app.wait_for("label", "2 records were rejected:")
        self.assertEqual(self.imported(), 4_998)
        rejects = self.app.wait_label("They are in").removeprefix("They are in ").rstrip(".")
        with open(rejects, encoding="utf-8") as file:
            self.assertEqual(sum("never" in line for line in file), 2)
        self.check_picture()
        self.app.press("Done")
        self.app.wait_label(f"{BOOKS + 4_998} books")

    def phase(self):
        return self.app.value("SELECT state ->> 'phase' FROM stategraph_sessions"
                              " WHERE name = 'import'")

    def requests(self):
        return self.app.value("SELECT count(*) FROM stategraph_session_requests")

    def begin_long(self):
        """Begins an import that takes some seconds, and waits for its first books."""
        self.begin(self.LONG)
        self.app.wait_for("progress bar", "Progress of the Import")
        self.app.wait(lambda: self.imported() >= 2_000, "the first imported books")

    def settled(self):
        """How many books there are when no more come. A batch has 1,000 books."""
        count = self.imported()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            time.sleep(1)
            count, before = self.imported(), count
            if count == before:
                return count
        raise AssertionError("the import goes on")

    def check_whole(self):
        """Waits for the end, and checks that each book was imported once."""
        self.app.wait(lambda: "done" in self.phase(), "the end of the import", patience=300)
        self.assertEqual(self.imported(), self.LONG)
        self.assertEqual(self.requests(), 0)
        last = f"Imported {self.LONG}"
        self.assertEqual(self.app.value("SELECT count(*) FROM books WHERE title = ?", last), 1)
        self.app.wait_label("books added")
        self.check_picture()
        self.app.press("Done")
        self.app.wait_label(f"{BOOKS + self.LONG} books")

    def test_pause_and_resume(self):
        self.begin_long()
        self.app.press("Pause")
        self.app.wait_label("Paused after")
        self.assertEqual(self.requests(), 0)
        self.check_picture()
        count = self.settled()
        self.assertLess(count, self.LONG)
        # The pause survives the process.
        self.app.wait_label(f"{BOOKS + count} books")
        before = self.app.screen.pixels()
        self.app.restart()
        self.app.wait_label("Paused after")
        self.app.wait(lambda: self.app.screen.pixels() == before, "the same picture")
        self.assertEqual(self.imported(), count)
        self.app.press("Resume")
        self.check_whole()

    def test_cancel(self):
        self.begin_long()
        self.app.press("Cancel Import")
        self.app.wait_label("Cancelled. The first")
        self.assertEqual(self.requests(), 0)
        self.check_picture()
        count = self.settled()
        self.assertLess(count, self.LONG)
        self.app.restart()
        self.app.wait_label("Cancelled. The first")
        self.app.press("Done")
        self.app.wait_label(f"{BOOKS + count} books")
        self.assertEqual(self.imported(), count)

    def test_an_import_continues_after_a_kill(self):
        self.begin_long()
        self.app.kill()
        count = self.imported()
        self.assertLess(count, self.LONG)
        self.assertEqual(count % 1_000, 0)
        self.assertEqual(self.requests(), 1)
        self.app.run_again()
        self.app.wait_for("progress bar", "Progress of the Import")
        self.check_picture()
        self.check_whole()

    def test_books_are_edited_during_an_import(self):
        self.begin_long()
        self.app.press("Done")
        self.open_book(42)
        self.app.press("Edit…")
        self.app.fill("Title", "Emma")
        self.app.press("Save")
        self.app.wait_value("Emma", "SELECT title FROM books WHERE id = 42")
        self.assertLess(self.imported(), self.LONG)
        self.app.wait_for("label", "Emma")
        self.check_picture()


class StartTests(CatalogueCase):
    arguments = ("--explain",)

    def test_the_time_until_the_first_rows(self):
        """Prints the time. It is no limit, because the machine may have other work."""
        times = []
        for _ in range(5):
            self.app.kill()
            empty = self.app.screen.wait_empty()
            begin = time.monotonic()
            self.app.process = self.app.start()
            # The rows of the table are below the title bar and the headers.
            while not self.has_rows(empty):
                self.assertIsNone(self.app.process.poll())
            times.append(1_000 * (time.monotonic() - begin))
        print(f"\nfirst rows after {sorted(round(one) for one in times)} ms")

    def has_rows(self, empty):
        """Whether several lines of text are in the left column of the table."""
        rows = self.app.screen.pixels()[2]
        if rows == empty:
            return False
        inked = [len({row[at:at + 3] for at in range(3 * 40, 3 * 300, 3)}) > 8
                 for row in rows[120:500]]
        return sum(1 for above, below in zip(inked, inked[1:]) if below and not above) >= 8

    def test_explain_names_what_a_commit_has_woken(self):
        book, title = self.app.rows("SELECT id, title FROM books ORDER BY title, id LIMIT 1")[0]
        self.open_book(book)
        self.app.press("Edit…")
        self.app.fill("Title", title + "!")
        self.app.press("Save")
        self.app.wait(lambda: "books: 1 updated (title)" in self.app.printed(), "the commit")
        report = self.app.printed()
        report = report[report.index("books: 1 updated (title)"):]
        self.assertIn("ListRow", report)
        self.check_picture()

    def test_install_adds_an_entry_and_an_icon(self):
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data")}
        subprocess.run([os.environ["CATALOGUE_COMMAND"], "--install"], check=True, env=environment,
                       stdout=subprocess.DEVNULL)
        entry = (self.folder / "data/applications/org.example.Catalogue.desktop").read_text()
        program = os.path.realpath(os.environ["CATALOGUE_COMMAND"])
        self.assertIn(f'Exec="{program}" %u\n', entry)
        self.assertIn("x-scheme-handler/catalogue;", entry)
        icon = self.folder / "data/icons/hicolor/scalable/apps/org.example.Catalogue.svg"
        self.assertTrue(icon.read_text().startswith("<svg"))
