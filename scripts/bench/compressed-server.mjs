// A server to compare with: Express as in bare-server.mjs, with the package `compression`.
import compression from 'compression';
import express from 'express';
import { serve } from './express-routes.mjs';

serve(express().use(compression()));
