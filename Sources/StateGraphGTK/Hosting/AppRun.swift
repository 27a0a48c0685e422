#if GTK
import CGTK
import Glibc
import StateGraphPresentation

/// The run of an app in the first process of a desktop session.
@MainActor
enum AppRun<Program: App> {
  /// Shows the window of the app until the user closes it. If another process of the app runs,
  /// hands `link` over to that process instead, and returns.
  ///
  /// - Throws: `GTKStartError` if there is no display, or if the other process does not answer.
  static func run(link: Link?) throws(GTKStartError) {
    var instance: AppInstance?
    if let identifier = Program.identifier { instance = try AppInstance(identifier: identifier) }
    if let instance, instance.isSecond {
      try instance.handOver(link)
      return
    }
    try MainLoop.open()
    let app = Program()
    // The window then shows the place of the link from its first frame on.
    if let link { open(link, in: app) }
    let window = WindowHost(app.body)
    instance?.onOpen { result in
      switch result {
      case .success(let link):
        if let link { open(link, in: app) }
        window.bringToFront()
      case .failure(let error): report(error)
      }
    }
    show(window)
    window.close()
  }

  private static func open(_ link: Link, in app: Program) {
    app.open(link)
    LinkReceivers.deliver(link)
  }

  private static func show(_ window: WindowHost) {
    let loop = g_main_loop_new(nil, 0)
    window.onClose = { g_main_loop_quit(loop) }
    window.present()
    g_main_loop_run(loop)
    g_main_loop_unref(loop)
  }

  /// Writes an error to standard error.
  static func report(_ error: some Error) {
    let line = Array("\(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

#endif
