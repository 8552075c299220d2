/** Tests of export and import. */
@NullMarked
package io.duetime.server.transfer;

import org.jspecify.annotations.NullMarked;
