import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router, type Request } from 'express';
import { exportApplication } from '../formats/chatbot/export-application';
import { refuseUnless } from '../graphql/access/access-table';
import { Failure } from '../shared/failure';
import { charged, currentWork } from '../shared/work';
import type { Viewer } from '../shared/viewer';
import type { Gateway } from './compose';

export interface ExportParts {
  readonly gateway: Pick<Gateway, 'applications' | 'owned'>;
  readonly viewerOf: (request: Request) => Promise<Viewer>;
}

/**
 * GET /export/applications/{public_id}: an application with everything that it owns, streamed as one JSON document, for
 * itself, the platform and admins. It is no REST route: those execute stored documents, whose answers are made whole.
 */
export function applicationExport({ gateway, viewerOf }: ExportParts): Router {
  const router = Router();
  router.get('/export/applications/:publicId', async (request, response) => {
    const viewer = await viewerOf(request);
    refuseUnless('owner', viewer);
    const application = await gateway.applications.get(viewer, request.params.publicId);
    if (!application) throw new Failure('NOT_FOUND', 'There is no such application');
    currentWork()?.beginStream();
    response.set({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="application-${application.publicId}.json"`,
      'Cache-Control': 'no-store',
    });
    await pipeline(Readable.from(charged(exportApplication(application, gateway.owned))), response);
  });
  return router;
}
