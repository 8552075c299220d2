/** Tests of a disk that is full or fails. */
@NullMarked
package io.duetime.embedded.disk;

import org.jspecify.annotations.NullMarked;
