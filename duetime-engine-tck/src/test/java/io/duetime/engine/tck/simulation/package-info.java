/**
 * Simulates worker runtimes over one memory engine on one thread at a time: order, time and faults
 * are chosen by a seed, so that a failing seed fails again.
 */
@NullMarked
package io.duetime.engine.tck.simulation;

import org.jspecify.annotations.NullMarked;
