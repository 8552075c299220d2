/** Tests of export and import. */
@NullMarked
package io.duetime.transfer.export;

import org.jspecify.annotations.NullMarked;
