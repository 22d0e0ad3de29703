/** Only what the gateway asks of the embedded database counts as use, see scripts/profile-check.cjs. */
const { testPath = '' } = expect.getState();
if (/[\\/]packages[\\/]embedded-database[\\/]/.test(testPath)) delete process.env['GRIOT_PROFILE_LOG'];

export {};
