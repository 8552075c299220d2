/** Tests of whole stores as text. */
@NullMarked
package io.duetime.server.transfer;

import org.jspecify.annotations.NullMarked;
