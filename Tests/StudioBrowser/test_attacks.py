"""Other web pages that try to reach the server, in a real browser."""

import http.server
import threading
import urllib.error
import urllib.request

from .case import StudioCase
from .studio import Page


class ForeignSite:
    """A web server of another port, with one page."""

    def __init__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>foreign</title>")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class AttackTests(StudioCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = ForeignSite()
        cls.addClassCleanup(cls.site.stop)
        cls.base = cls.studio.address.split("/#")[0]
        cls.port = cls.base.split(":")[2]
        cls.foreign = Page(arguments=("--host-resolver-rules=MAP attacker.example 127.0.0.1",))
        cls.addClassCleanup(cls.foreign.close)

    def attacker(self):
        """A page of another port, in a browser that resolves a foreign name to this machine."""
        self.foreign.driver.get(f"http://127.0.0.1:{self.site.port}/")
        return self.foreign

    def outcome(self, page, script):
        """Runs a script whose last argument is the callback for its outcome."""
        return page.driver.execute_async_script(script, self.base)

    def test_the_page_itself_can_reach_the_server(self):
        self.assertEqual(self.outcome(self.page, """
            fetch(arguments[0] + '/api/v1/schema').then((answer) => arguments[1](answer.status),
              () => arguments[1]('refused'));
            """), 401)

    def test_a_fetch_of_another_port_reads_nothing(self):
        for mode in ("cors", "no-cors"):
            outcome = self.outcome(self.attacker(), """
                fetch(arguments[0] + '/api/v1/schema', { mode: '%s', credentials: 'include',
                  headers: {} }).then(async (answer) =>
                  arguments[1](answer.type + ' ' + await answer.text()),
                  () => arguments[1]('refused'));
                """ % mode)
            self.assertIn(outcome, ("refused", "opaque "))

    def test_a_fetch_of_another_port_cannot_send_a_token(self):
        self.assertEqual(self.outcome(self.attacker(), """
            fetch(arguments[0] + '/api/v1/schema', { headers: { 'Studio-Token': 'x' } })
              .then(() => arguments[1]('answered'), () => arguments[1]('refused'));
            """), "refused")

    def test_an_event_source_of_another_port_opens_no_stream(self):
        self.assertEqual(self.outcome(self.attacker(), """
            const source = new EventSource(arguments[0] + '/api/v1/stream');
            source.onopen = () => arguments[1]('opened');
            source.onerror = () => arguments[1]('refused');
            """), "refused")

    def test_an_image_and_a_script_of_the_server_do_not_load_in_another_page(self):
        for element, path in (("img", "/api/v1/schema"), ("script", "/scripts/main.js")):
            self.assertEqual(self.outcome(self.attacker(), """
                const element = document.createElement('%s');
                element.onload = () => arguments[1]('loaded');
                element.onerror = () => arguments[1]('refused');
                element.src = arguments[0] + '%s';
                document.head.append(element);
                """ % (element, path)), "refused")

    def test_a_form_of_another_port_is_refused(self):
        page = self.attacker()
        page.run("""
            const form = document.createElement('form');
            form.method = 'POST';
            form.enctype = 'text/plain';
            form.action = arguments[0] + '/api/v1/changes';
            document.body.append(form);
            form.submit();
            """, self.base)
        page.wait("return location.href.includes('/api/v1/changes')"
                  " && document.readyState === 'complete'", "the answer")
        self.assertRegex(page.run("return document.body.textContent"),
                         "foreignOrigin|notFound|invalidToken|methodNotAllowed|notJSON")

    def test_the_page_cannot_be_framed(self):
        page = self.attacker()
        outcome = self.outcome(page, """
            const frame = document.createElement('iframe');
            frame.onload = () => {
              let inside = 'foreign';
              try { inside = String(frame.contentDocument?.title); } catch { inside = 'foreign'; }
              arguments[1](inside);
            };
            frame.src = arguments[0] + '/';
            document.body.append(frame);
            """)
        self.assertNotEqual(outcome, "Studio")
        logs = " ".join(entry["message"] for entry in page.driver.get_log("browser"))
        self.assertRegex(logs, "frame|Frame|ERR_BLOCKED_BY_RESPONSE|403")

    def test_a_rebound_name_is_refused(self):
        page = self.attacker()
        page.driver.get(f"http://attacker.example:{self.port}/api/v1/schema")
        self.assertIn("foreignHost", page.run("return document.body.textContent"))
        page.driver.get(f"http://attacker.example:{self.port}/")
        self.assertNotIn("studio-app", page.driver.page_source)

    def test_no_answer_permits_another_origin(self):
        for path in ("/", "/scripts/main.js", "/api/v1/schema"):
            request = urllib.request.Request(self.base + path)
            try:
                headers = urllib.request.urlopen(request).headers
            except urllib.error.HTTPError as error:
                headers = error.headers
            self.assertEqual([name for name in headers
                              if name.lower().startswith("access-control")], [], path)
            self.assertIsNone(headers["Set-Cookie"])
            self.assertIn("require-trusted-types-for 'script'",
                          headers["Content-Security-Policy"])
