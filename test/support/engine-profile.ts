/** Only what the product and its clients ask of the embedded database counts as use, see scripts/profile-check.cjs. */
const { testPath = '' } = expect.getState();
if (/[\\/]embedded-database[\\/]test[\\/](?!clients[\\/])/.test(testPath))
  delete process.env['GRIOT_PROFILE_LOG'];

export {};
