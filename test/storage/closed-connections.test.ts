import { connections } from 'mongoose';
import { startGateway } from '../support/gateway';

test('a gateway that is closed leaves no connection in the list that the library keeps of them', async () => {
  const before = connections.length;
  const gateway = await startGateway();
  expect(connections.length).toBeGreaterThan(before);

  await gateway.close();

  expect(connections).toHaveLength(before);
});
