package import HAPModel
package import Measurement

extension AccessoryCore {
    /// The largest duration that a clock of nanoseconds can add.
    private static let longestMicroseconds: Int64 = 86_400_000_000 * 36_500

    /// Prepares a timed write; it replaces an earlier one.
    ///
    /// - Parameters:
    ///   - ttl: the time in which it may be executed, in milliseconds.
    ///   - pid: the number that the execution must repeat.
    package mutating func prepare(ttl: UInt64, pid: UInt64, on connection: ConnectionID, now: Moment) {
        let unit = max(0, constant(.ttlUnit, context(connection)))
        let step = UInt64(clamping: max(1, constant(.ttlStep, context(connection))))
        let ttl = (ttl & UInt64.max >> UInt64(clamping: 64 - constant(.ttlBits, context(connection)))) / step * step
        let (product, overflow) = Int64(clamping: ttl).multipliedReportingOverflow(by: unit)
        let life = Duration.microseconds(overflow ? Self.longestMicroseconds : min(product, Self.longestMicroseconds))
        let key = preparedKey(of: connection)
        if prepared(key, connection) != nil, omits(.timedReplace, context(connection)) { return }
        if memory(.timedWrite) == "newest" {
            for other in connections.keys { connections[other]?.prepared = nil }
        }
        setPrepared(PreparedWrite(pid: pid, expires: now.advanced(by: life)), key, connection)
    }

    /// Whether a write with the pid executes a prepared timed write that has not expired; it is consumed.
    package mutating func execute(pid: UInt64, on connection: ConnectionID, now: Moment) -> HAPStatus? {
        let context = context(connection)
        let key = preparedKey(of: connection)
        let prepared = prepared(key, connection)
        if pid == 0, prepared == nil, behaviour(.timedPID, context) == "zero-unprepared" { return nil }
        let status =
            refusal(.timedPrepared, unless: prepared != nil, .invalidValue, context)
            ?? refusal(
                .timedMatch,
                unless: prepared.map { matches($0.pid, pid, on: connection) } ?? true,
                .invalidValue,
                context
            )
            ?? refusal(.timedAlive, unless: prepared.map { now <= $0.expires } ?? true, .invalidValue, context)
        let isKept = status == nil ? omits(.timedConsume, context) : omits(.timedConsumeRefused, context)
        if !isKept { setPrepared(nil, key, connection) }
        return status
    }

    private func matches(_ prepared: UInt64, _ pid: UInt64, on connection: ConnectionID) -> Bool {
        switch behaviour(.timedPID, context(connection)) {
        case "double": Double(prepared) == Double(pid)
        case "low-32": UInt32(truncatingIfNeeded: prepared) == UInt32(truncatingIfNeeded: pid)
        case "high-63": min(prepared, UInt64(Int64.max)) == min(pid, UInt64(Int64.max))
        case "not-zero": prepared == pid && pid != 0
        default: prepared == pid
        }
    }

    /// Drops or prolongs a prepare when another request follows it; only with a defect.
    package mutating func forgetPrepared(on connection: ConnectionID) {
        switch departure(of: .timedKeep, context(connection)) {
        case .omit: connections[connection]?.prepared = nil
        case .delay(let milliseconds):
            guard let expires = connections[connection]?.prepared?.expires else { return }
            connections[connection]?.prepared?.expires = expires.advanced(by: .milliseconds(milliseconds))
        default: break
        }
    }

    /// The key under which a prepare is stored if it does not belong to its session.
    private func preparedKey(of connection: ConnectionID) -> [UInt8]? {
        switch memory(.timedWrite) {
        case "accessory": []
        case "controller": connections[connection]?.session?.identifier
        default: nil
        }
    }

    private func prepared(_ key: [UInt8]?, _ connection: ConnectionID) -> PreparedWrite? {
        if let key { return sharedPrepared[key] }
        return connections[connection]?.prepared
    }

    private mutating func setPrepared(_ prepared: PreparedWrite?, _ key: [UInt8]?, _ connection: ConnectionID) {
        if let key {
            sharedPrepared[key] = prepared
        } else {
            connections[connection]?.prepared = prepared
        }
    }
}
