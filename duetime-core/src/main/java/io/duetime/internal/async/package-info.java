/**
 * Tools for asynchronous code: stages, serial events, alarms, pauses between attempts, blocking
 * waits. Knows neither queues nor engines.
 */
@NullMarked
package io.duetime.internal.async;

import org.jspecify.annotations.NullMarked;
