import { connections } from 'mongoose';
import { startGateway } from '../support/gateway';

test('closing a gateway removes its connection from the list of the library', async () => {
  const before = connections.length;
  const gateway = await startGateway();
  expect(connections.length).toBeGreaterThan(before);

  await gateway.close();

  expect(connections).toHaveLength(before);
});
