/**
 * Looks through a store that no process has open: every record, and whether the records agree with
 * each other. Changes nothing.
 */
@NullMarked
package io.duetime.embedded.internal.verify;

import org.jspecify.annotations.NullMarked;
