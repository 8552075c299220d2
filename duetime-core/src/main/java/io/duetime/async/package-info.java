/**
 * Tools for asynchronous code: stages, serial events, alarms, pauses between attempts, blocking
 * waits. Knows neither queues nor engines.
 */
@NullMarked
package io.duetime.async;

import org.jspecify.annotations.NullMarked;
