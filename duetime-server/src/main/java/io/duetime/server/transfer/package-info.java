/**
 * Whole stores as text: what {@code duetime export} writes and {@code duetime import} reads, as
 * {@code docs/formats/export.md} describes it.
 */
@NullMarked
package io.duetime.server.transfer;

import org.jspecify.annotations.NullMarked;
