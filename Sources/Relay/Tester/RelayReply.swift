import Links
import Measurement

/// The answer for which one caller waits.
typealias RelayReply = LateAnswer<Result<RelayMessage, LinkError>>
