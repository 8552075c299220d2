/**
 * Runs workers: their settings, handlers, threads and slots, the extension of their leases and the
 * settlement of their jobs.
 */
@NullMarked
package io.duetime.runtime.work;

import org.jspecify.annotations.NullMarked;
