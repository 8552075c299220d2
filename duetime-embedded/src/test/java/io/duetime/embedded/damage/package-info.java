/** Tests of records and files that are damaged. */
@NullMarked
package io.duetime.embedded.damage;

import org.jspecify.annotations.NullMarked;
