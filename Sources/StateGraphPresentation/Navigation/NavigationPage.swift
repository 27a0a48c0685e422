/// The object that shows one page of a segment. A toolkit makes its class of pages conform to this
/// protocol, such as its controllers of widgets.
@MainActor
public protocol NavigationPage: AnyObject {}
