/** A jest reporter that ends with one plain line, for people and programs that only want the count. */
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
