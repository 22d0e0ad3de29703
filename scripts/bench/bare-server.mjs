// A server to compare with: Express with its default settings and the MongoDB driver.
import express from 'express';
import { serve } from './express-routes.mjs';

serve(express());
