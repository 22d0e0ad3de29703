import { createLogger } from '../../../src/observability/logger';
import { memoryLog } from '../support/memory-log';

describe('the log', () => {
  it.each([
    'authorization',
    'x-access-token',
    'basic-auth',
    'Basic-Auth',
    'cookie',
    'set-cookie',
    'Authorization',
  ])('hides the header %s', (header) => {
    const log = memoryLog();

    log.logger.info({ headers: { [header]: 'hush-hush', accept: 'text/plain' } }, 'seen');

    expect(log.text()).not.toContain('hush-hush');
    expect(log.text()).toContain('text/plain');
  });

  it.each(['password', 'old_password', 'passwordHash', 'token', 'app_token', 'accessToken', 'jwtSecret'])(
    'hides a value called %s at any depth, in lists too',
    (key) => {
      const log = memoryLog();

      log.logger.info({ [key]: 'hush-hush', body: { users: [{ deep: { [key]: { inner: 'hush-hush' } } }] } });

      expect(log.text()).not.toContain('hush-hush');
      expect(log.lines()[0]).toMatchObject({ [key]: '[hidden]' });
    },
  );

  it('hides secrets that a child logger is bound to', () => {
    const log = memoryLog();

    log.logger.child({ token: 'hush-hush', part: 'login' }).info('seen');

    expect(log.text()).not.toContain('hush-hush');
    expect(log.lines()[0]).toMatchObject({ part: 'login', msg: 'seen' });
  });

  it('writes of an error only its type, message and stack', () => {
    const log = memoryLog();
    const error = Object.assign(new TypeError('no luck'), { body: 'hush-hush' });

    log.logger.error({ err: error }, 'failed');

    expect(log.text()).not.toContain('hush-hush');
    expect(log.lines()[0]).toMatchObject({
      level: 'error',
      err: { type: 'TypeError', message: 'no luck', stack: expect.stringContaining('no luck') as string },
    });
  });

  it('survives a value that contains itself', () => {
    const log = memoryLog();
    const circle: Record<string, unknown> = { name: 'round' };
    circle['self'] = circle;

    log.logger.info({ circle });

    expect(log.text()).toContain('round');
  });

  it('writes one JSON object per line with a readable time', () => {
    const log = memoryLog();

    log.logger.info('first');
    log.logger.warn('second');

    expect(log.lines()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string, msg: 'first' },
      { level: 'warn', time: expect.any(String) as string, msg: 'second' },
    ]);
  });

  it('logs nothing at the level silent', () => {
    let written = '';
    const logger = createLogger({ logLevel: 'silent' }, { write: (line) => void (written += line) });

    logger.fatal('the end');

    expect(written).toBe('');
  });
});
