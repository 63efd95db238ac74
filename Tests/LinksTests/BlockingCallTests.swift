import Dispatch
import Links
import Measurement
import Testing

@Suite("Calls that block", .timeLimit(.minutes(10)))
struct BlockingCallTests {
    private static let later = MonotonicClock.system.deadline(in: .seconds(50))

    @Test("More calls than there are processors keep no other task from running")
    func many() async {
        let release = DispatchSemaphore(value: 0)
        let count = 64
        let values = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<count {
                group.addTask {
                    await BlockingCall.value(until: Self.later) {
                        release.wait()
                        return number
                    }
                }
            }
            group.addTask {
                for _ in 0..<count { release.signal() }
                return nil
            }
            return await group.reduce(into: Set<Int>()) { values, value in
                if let value { values.insert(value) }
            }
        }
        #expect(values == Set(0..<count))
    }

    @Test(
        "A call that does not return is left at the deadline, or when the task is cancelled",
        arguments: [false, true]
    )
    func left(isCancelled: Bool) async {
        let release = DispatchSemaphore(value: 0)
        let clock = MonotonicClock.system
        let start = clock.now
        let value = await withTaskGroup(of: Int?.self) { group in
            group.addTask {
                let deadline = isCancelled ? Self.later : clock.deadline(in: .milliseconds(20))
                return await BlockingCall.value(until: deadline) {
                    release.wait()
                    return 1
                }
            }
            if isCancelled { group.cancelAll() }
            return await group.next() ?? nil
        }
        #expect(value == nil)
        #expect(start.duration(to: clock.now) < .seconds(30))
        release.signal()
    }
}
