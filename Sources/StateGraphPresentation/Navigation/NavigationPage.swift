/// A page that a segment shows, such as a toolkit's controller of widgets.
@MainActor
public protocol NavigationPage: AnyObject {}
