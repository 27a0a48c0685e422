/// The characters that end the lines of a text.
public enum LineEnding: String, Sendable {
  case lineFeed = "LF"
  case carriageReturnLineFeed = "CRLF"
  case carriageReturn = "CR"
  case mixed = "mixed line ends"
}
