import type { Handler } from '../shared/http';

/** One handler of many: each runs when the one before it goes on. What they throw, at once or later, goes on as an error. */
export function inOrder(...handlers: readonly Handler[]): Handler {
  return (request, response, next) => {
    const run = (place: number): void => {
      const handler = handlers[place];
      if (handler === undefined) {
        next();
        return;
      }
      try {
        const running: unknown = handler(request, response, (error?: unknown) => {
          if (error === undefined) run(place + 1);
          else next(error);
        });
        if (running instanceof Promise) running.catch(next);
      } catch (error) {
        next(error);
      }
    };
    run(0);
  };
}
