/** A jest reporter that prints the numbers of passed, failed and skipped tests in one line at the end. */
module.exports = class PlainCount {
  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults },
  ) {
    const broken = testResults.filter(({ testExecError }) => testExecError).length;
    const failed = numFailedTests + (numFailedTests === 0 ? numFailedTestSuites : broken);
    process.stdout.write(`${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped\n`);
  }
};
