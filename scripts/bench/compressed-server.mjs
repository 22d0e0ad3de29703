// Yardstick: the same with the package `compression`, for clients that accept it.
import compression from 'compression';
import express from 'express';
import { serve } from './express-routes.mjs';

serve(express().use(compression()));
