/// A page that a segment shows. For example, a toolkit's controller of widgets conforms to this
/// protocol.
@MainActor
public protocol NavigationPage: AnyObject {}
