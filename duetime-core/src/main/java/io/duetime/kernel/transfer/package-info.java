/** The entries that export and import move between stores, and the port that both sides use. */
@NullMarked
package io.duetime.kernel.transfer;

import org.jspecify.annotations.NullMarked;
