/** Prints "N passed, N failed" from vitest's JSON report and the number of failed checks; exits 1 on any failure. */
import { readFileSync } from 'node:fs';

const [reportPath, brokenSteps] = process.argv.slice(2);

function readReport(path) {
  const text = readFileSync(path, 'utf8');
  if (text === '') return { passed: 0, failed: 1 }; // the test run ended before it could write its report
  const report = JSON.parse(text);
  // A test file that does not load holds no failed test, so it is counted itself.
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}

const tests = readReport(reportPath);
const failed = tests.failed + Number(brokenSteps);
console.log(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
