import Subprocess

extension PlatformOptions {
    /// A command of the user in a process group of its own: if the tester cancels it, it also ends what the command has started.
    static var group: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
        return options
    }
}
