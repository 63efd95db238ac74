import Measurement
import Testing

struct MomentTests {
    @Test("A moment beyond the end of time is the end of time")
    func saturates() {
        let moment = Moment(nanoseconds: 5)
        #expect(moment.advanced(by: .seconds(Int64.max)) == Moment(nanoseconds: .max))
        #expect(Moment(nanoseconds: -5).advanced(by: .seconds(Int64.min / 2)) == Moment(nanoseconds: .min))
        #expect(moment.advanced(by: .nanoseconds(2)) == Moment(nanoseconds: 7))
    }
}
