/**
 * Metrics of a server: what passes through it, and what its store tells at each scrape. HTTP is not
 * here.
 */
@NullMarked
package io.duetime.server.metrics;

import org.jspecify.annotations.NullMarked;
